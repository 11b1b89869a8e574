import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The minimal React page: the baseline for the checkout. */
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Amount due $16.00'))
