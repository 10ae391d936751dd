/** Starts the reviewers' console. */
import "./console.css";
import { start } from "./start";

void start();
