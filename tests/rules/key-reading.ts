const keyName = `['"\`](Enter|Tab|Escape|Esc| |Backspace|Delete|Home|End|Insert|Page(Up|Down)|Arrow\\w+|F\\d+|Key[A-Z]|Digit\\d|[a-zA-Z])['"\`]`

/** True when a source compares an event's key with a key name. */
export function looksAtKeys(source: string): boolean {
  const word = '\\b(key|code)\\b'
  return [
    new RegExp(`${word}\\s*[!=]==?\\s*${keyName}`),
    new RegExp(`${keyName}\\s*[!=]==?\\s*[\\w.]*${word}`),
    new RegExp(`switch \\([\\w.]*${word}\\)[^}]*case ${keyName}`),
    new RegExp(`${keyName}[^\\n]*[\\])][.](includes|has)\\([\\w.]*${word}`),
  ].some((pattern) => pattern.test(source))
}
