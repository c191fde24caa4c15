/** One line of production code made wrong. `find` is in `file` exactly once. */
export interface Fault {
  readonly id: string
  readonly area: string
  /** What a person would suffer from it. */
  readonly harm: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Asked first; when it does not notice, everything else is asked. */
  readonly noticedBy: TestLocation
}

/** Where a test is. `title`: a part of its name; without one every test of the file is meant. */
export type TestLocation =
  | { readonly project: 'unit' | 'rules' | 'faults' | 'component'; readonly file: string; readonly title?: string }
  | { readonly project: 'e2e'; readonly file: string; readonly title: string }

export function unit(file: string, title?: string): TestLocation {
  return { project: 'unit', file: `src/${file}`, ...(title !== undefined && { title }) }
}

export function rules(file: string): TestLocation {
  return { project: 'rules', file: `tests/rules/${file}` }
}

export function component(file: string): TestLocation {
  return { project: 'component', file: `src/${file}` }
}

export function story(file: string, title: string): TestLocation {
  return { project: 'e2e', file: `tests/e2e/${file}`, title }
}
