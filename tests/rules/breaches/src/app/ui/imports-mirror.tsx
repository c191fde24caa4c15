import { copy } from '#mirror/innocent.ts'

export function Screen() {
  return <p>{String(copy)}</p>
}
