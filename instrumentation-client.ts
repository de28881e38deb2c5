import { z } from "zod";

// The content security policy forbids evaluating text as code; zod would try it for speed and be reported each time.
z.config({ jitless: true });
