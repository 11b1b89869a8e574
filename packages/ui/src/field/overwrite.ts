/** Sets a controlled input's text and caret at once, ahead of the render that will bring the same value. */
export function overwrite(input: HTMLInputElement | null, value: string, caret = value.length): void {
  if (!input) return
  input.value = value
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}
