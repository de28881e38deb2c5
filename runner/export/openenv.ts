import { openenvManifest } from "../serve/openenv";
import type { ExportFile, ExportFiles } from "./folder";
import { under } from "./folder";
import type { ExportWorld } from "./harbor";

const PORT = 8000;

const IMAGE = `FROM node:22-slim
WORKDIR /srv
COPY server.mjs world.bundle.json /srv/
EXPOSE ${PORT}
# --allow-host names under which others reach this container.
CMD ["node", "server.mjs", "world.bundle.json", "--openenv", "--port", "${PORT}"]
`;

/** A folder for each world: the manifest, an image with the server, and the bundle. */
export function openenvFolders(worlds: readonly ExportWorld[], server: Uint8Array): ExportFiles {
  return new Map(
    worlds.flatMap(({ certified, bundle }) => {
      const { id } = certified.world.spec;
      const files = new Map<string, ExportFile>([
        ["openenv.yaml", { content: openenvManifest(`baba-world-${id}`, PORT) }],
        ["Dockerfile", { content: IMAGE }],
        ["server.mjs", { content: server }],
        ["world.bundle.json", { content: bundle }],
      ]);
      return under(`world-${id}`, files);
    }),
  );
}
