/** Which rows show their hidden columns: all but the exceptions, or the exceptions alone. By record, so that a refresh moves nothing. */
export interface Unfolding {
  readonly isAll: boolean
  readonly exceptions: ReadonlySet<string>
}

export const allFolded: Unfolding = { isAll: false, exceptions: new Set() }
