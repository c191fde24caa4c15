export function fail(): never {
  throw 'no'
}
