/** Where the page begins. */
import "./app/theme.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { theme } from "./app/theme.svelte";
import { tongue } from "./words/language.svelte";

theme.start();
await tongue.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
