/** Lets `findBy…` and `waitFor` wait long enough for a machine that builds at the same time. */
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 5_000 });
