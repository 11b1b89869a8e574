import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const cwd = import.meta.dirname

export const plugins = [
  react(),
  lingui({ cwd }),
  // Resolves the macro from this folder, wherever the server was started.
  babel({ cwd, presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }), descriptorFields: 'message' }, { cwd })] }),
  tailwindcss(),
]

/** The operators' console: a bundle of its own, which the desk's own server process serves. */
export default defineConfig({
  root: cwd,
  base: '/desk/',
  plugins,
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    // The page's policy allows no data addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId }) => {
          const feature = /\/features\/([\w-]+)\/index\.ts$/.exec(facadeModuleId ?? '')?.[1]
          return `assets/${feature ?? '[name]'}-[hash:7].js`
        },
      },
    },
  },
})
