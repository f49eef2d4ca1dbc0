/** Starts the page: a table where the address names one, else the lobby. */
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
else mount(Lobby, { target });
