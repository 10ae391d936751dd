/** Starts the app. */
import "#/main.css";
import { start } from "#/app/start";

void start();
