# One image for all processes; the command says which: main.api.ts or main.worker.ts (docs/deploy.md).
FROM node:24-slim AS build
WORKDIR /omni
COPY . .
RUN npm install --no-save --no-audit --no-fund && npm run build && npm run make-model && npm prune --omit=dev --no-save

FROM node:24-slim
WORKDIR /omni
ENV NODE_ENV=production
COPY --from=build /omni /omni
USER node
EXPOSE 3000
CMD ["node", "apps/server/src/main.api.ts"]
