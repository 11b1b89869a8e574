import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that React can show: what the checkout is measured against. */
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Amount due $16.00'))
