import '@fontsource-variable/inter';
import '@fontsource/spectral/500.css';
import '@fontsource/spectral/700.css';
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

export default mount(App, { target: document.getElementById('app')! });
