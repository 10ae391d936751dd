/** Starts the app. */
import "./ui/tokens.css";
import { start } from "./app/start";

void start();
