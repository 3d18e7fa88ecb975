# One image for the site, the worker, the deliveries, the local CMS and the one-shot setup; docker-compose.yml tells
# them apart by their commands.

# By digest: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… (.env.example).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build --outDir dist/client \
 && node node_modules/vite/bin/vite.js build --ssr web/entry-server.tsx --outDir dist/server

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Compose uses the official image of Meilisearch, not the packaged program.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@gaubee

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.json ./
COPY indexer ./indexer
COPY api ./api
COPY web ./web
COPY infra/start ./infra/start
COPY infra/cms ./infra/cms
COPY infra/seed ./infra/seed
COPY --from=build /app/dist ./dist
# Mounted volumes take their owner from here. All else belongs to root: the processes cannot change their own code.
RUN mkdir -p /keys/search /keys/indexer /sources /spool /data/postal /data /postal /submissions /mailbox \
 && chown -R node:node /keys /sources /spool /data /postal /submissions /mailbox
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["node", "infra/start/health.mjs", "site"]
CMD ["node", "--max-semi-space-size=32", "--import", "./infra/start/watchdog.mjs", \
 "--import", "tsx", "infra/start/site.ts"]
