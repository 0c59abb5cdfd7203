import { mount } from 'svelte';
import App from './App.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/ui.css';
import { offlineApp } from './offline/copies.svelte';
import { followLinks } from './router.svelte';
import { applySettings } from './settings.svelte';
import { preferredLanguage, voice } from './words/voice.svelte';

applySettings();
followLinks(() => offlineApp.takeNewVersion());
await voice.speak(preferredLanguage());
const target = document.getElementById('app');
if (target) mount(App, { target });
if (import.meta.env.PROD) void offlineApp.register();
