/** The entry point of the page. */
import "./app/theme.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { theme } from "./browser/theme.svelte";
import { startWorker } from "./browser/worker";
import { language } from "./words/language.svelte";

theme.start();
await language.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
if (import.meta.env.PROD) startWorker();
