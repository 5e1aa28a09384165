/** The entry point of the page. */
import "./app/theme.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { parseRoute } from "./browser/route";
import { theme } from "./browser/theme.svelte";
import { startWorker } from "./browser/worker";
import { language } from "./words/language.svelte";

theme.start();
// What a table needs is loaded while its words are.
if (parseRoute(location.pathname, location.search, location.hash).page === "table") void import("./app/Table.svelte");
await language.start();
const target = document.getElementById("page");
if (target) mount(App, { target });
if (import.meta.env.PROD) startWorker();
