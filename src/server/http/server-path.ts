/** True for paths of the REST server, which are never screens of the app. */
export function isServerPath(url: string): boolean {
  return /^\/(api|oauth|metrics)([/?]|$)/.test(url)
}
