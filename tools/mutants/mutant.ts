/** A behaviour that the source loses, and the test that must notice. */
export type Mutant = {
  /** The requirement whose behaviour goes, as `CODE-05`. */
  item: string
  /** The source file, from the repository's root. */
  file: string
  /** Text that occurs exactly once in the file. */
  find: string
  replace: string
  /** The Vitest file with the test that has `[item]` in its title. */
  test: string
}
