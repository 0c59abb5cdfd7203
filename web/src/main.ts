import { mount } from 'svelte';
import App from './App.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/ui.css';
import { followLinks } from './router.svelte';
import { applySettings } from './settings.svelte';
import { preferredLanguage, voice } from './words/voice.svelte';

applySettings();
followLinks();
await voice.speak(preferredLanguage());
const target = document.getElementById('app');
if (target) mount(App, { target });
