/** Text for the content of an XML element, without the control characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
