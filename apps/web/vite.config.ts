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

export const plugins = [react(), lingui({ cwd }), babel({ presets: [linguiTransformerBabelPreset({}, { cwd })] }), tailwindcss()]

export default defineConfig({
  root: cwd,
  base: '/deimos/',
  plugins: [plugins, compressed()],
  build: { manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  server: {
    port: Number(process.env.WEB_PORT ?? 4002),
    strictPort: true,
    proxy: { '^/(api|payments|openapi.json)': { target: process.env.API_URL ?? 'http://127.0.0.1:4000' } },
  },
})
