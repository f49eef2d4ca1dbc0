/** Starts the page: a table where the address names one, the editor under `/edit`, else the lobby. */
import { mount } from 'svelte';
import Lobby from './Lobby.svelte';
import Table from './Table.svelte';
import { addressed } from './address';
import { applyTheme } from './theme';
import './style.css';

applyTheme();
const target = document.getElementById('app')!;
const table = addressed(location.pathname);
if (table) mount(Table, { target, props: table });
else if (location.pathname === '/edit') void import('./edit/Editor.svelte').then(({ default: Editor }) => mount(Editor, { target }));
else mount(Lobby, { target });
