/** Starts the page: a table where the address names one, the editor at its own, else the lobby. */
import { mount } from 'svelte';
import Lobby from './Lobby.svelte';
import Table from './Table.svelte';
import { addressed, isEditor } from './address';
import { applyTheme, followSystem } from './theme';
import './style.css';

applyTheme();
followSystem();
const target = document.getElementById('app')!;
const table = addressed(location.pathname);
if (table) mount(Table, { target, props: table });
// A chunk of its own: whoever plays loads no editor.
else if (isEditor(location.pathname))
  void import('./edit/Edit.svelte').then(({ default: Edit }) => mount(Edit, { target }));
else mount(Lobby, { target });
