# One image, three commands: the HTTP process, the jobs process, the OpenID provider (see compose.yaml).
# Written with care and not yet built: no container engine was at hand where it was written.
FROM debian:bookworm-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /nikau
COPY tools/bootstrap.sh tools/bootstrap.sh
COPY tools/toolchain tools/toolchain
RUN bash tools/bootstrap.sh
ENV PATH=/nikau/.tools/bin:$PATH

# The workspace is shipped whole: Node strips types from our own files, which it refuses to do inside node_modules.
FROM base AS app
COPY . .
RUN pnpm install --frozen-lockfile && pnpm build && pnpm install --frozen-lockfile --prod
RUN useradd --system nikau
USER nikau
ENV NODE_ENV=production WEB_DIST=/nikau/apps/web/dist API_HOST=0.0.0.0 WORK_HOST=0.0.0.0
CMD ["node", "apps/api/src/serve.ts"]
