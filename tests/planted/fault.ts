/** One line of production code to break. `find` occurs exactly once in `file`. */
export interface Fault {
  readonly id: string
  readonly area: string
  /** The harm to users. */
  readonly harm: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Run first; when it does not notice, everything else is run. */
  readonly noticedBy: TestLocation
}

/** Location of a test. `title`: a part of its name; without one, every test of the file. */
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
