/** Sets a controlled input's value and caret before React renders the same value. */
export function overwrite(input: HTMLInputElement | null, value: string, caret = value.length): void {
  if (!input) return
  input.value = value
  if (document.activeElement === input) input.setSelectionRange(caret, caret)
}
