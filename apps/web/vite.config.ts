import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const cwd = import.meta.dirname

/** Text files are compressed once, here, and not on every request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const folder = join(cwd, 'dist')
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path)
        if (text.length < 1024) continue
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

/** In development the page gets its configuration here; built, the API writes it. */
function configured(): Plugin {
  return {
    name: 'configured',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('content="{}"', `content="${(process.env.WEB_CONFIG ?? '{}').replaceAll('"', '&quot;')}"`),
  }
}

export const plugins = [react(), lingui({ cwd }), babel({ presets: [linguiTransformerBabelPreset({}, { cwd })] }), tailwindcss()]

export default defineConfig({
  root: cwd,
  base: '/deimos/',
  plugins: [plugins, configured(), compressed()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: { index: join(cwd, 'index.html'), silent: join(cwd, 'silent.html') } },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 4002),
    strictPort: true,
    proxy: { '^/(api|payments|openapi.json)': { target: process.env.API_URL ?? 'http://127.0.0.1:4000' } },
  },
})
