# One image for every process: the API, the worker, the desk, the OpenID provider and the sandboxes (see compose.yaml).
FROM debian:bookworm-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /nikau
COPY tools/bootstrap.sh tools/bootstrap.sh
COPY tools/toolchain tools/toolchain
RUN bash tools/bootstrap.sh
ENV PATH=/nikau/.tools/bin:$PATH

# The image has the whole workspace: Node strips types from our files, but not inside node_modules.
FROM base AS app
COPY . .
RUN pnpm install --frozen-lockfile && pnpm build && pnpm install --frozen-lockfile --prod
RUN useradd --system nikau
USER nikau
ENV NODE_ENV=production WEB_DIST=/nikau/apps/web/dist DESK_DIST=/nikau/apps/desk/dist API_HOST=0.0.0.0 DESK_HOST=0.0.0.0 WORK_HOST=0.0.0.0 IDENTITY_HOST=0.0.0.0
CMD ["node", "apps/api/src/serve.ts"]
