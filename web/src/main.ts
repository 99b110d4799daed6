import '@fontsource-variable/inter';
import '@fontsource/spectral/500.css';
import '@fontsource/spectral/700.css';
import { mount } from 'svelte';
import './theme.css';
import './app.css';
import App from './App.svelte';
import { install } from './lib/installed';
import { tongue } from './lib/language.svelte';
import './lib/settings.svelte';
import { learnLanguage } from './lib/spoken';
import { route } from './lib/route.svelte';
import { m } from './lib/words';
import { firstGame, tablePage } from './pages';
import { hasFirst } from './help/rules';

// While all else is fetched.
if (route.place.page === 'table') void tablePage().catch(() => undefined);
if (route.place.page === 'first' && hasFirst(route.place.game)) void firstGame(route.place.game).catch(() => undefined);
await learnLanguage(tongue.current);

/** The page is set in its own letters from the start: when they come later, lines break anew and everything below them moves.
    Whoever waits longer than this for them begins without. */
const PATIENCE = 500; // milliseconds
const letters = ["15px 'Inter Variable'", "700 15px 'Inter Variable'", "700 19px 'Spectral'"].map((font) =>
  document.fonts.load(font, m.app_about()),
);
await Promise.race([Promise.allSettled(letters), new Promise((wait) => setTimeout(wait, PATIENCE))]);

document.getElementById('splash')?.remove();
mount(App, { target: document.getElementById('app')! });
install();
