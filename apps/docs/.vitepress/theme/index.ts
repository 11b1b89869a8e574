import theme from 'vitepress/theme-without-fonts'
import '@nikau/ui/fonts.css'
// oxlint-disable-next-line import/no-unresolved -- made by the plugin in config.ts
import 'virtual:tokens.css'
import './style.css'

export default theme
