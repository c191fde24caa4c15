export function label(kind: 'a' | 'b'): string {
  switch (kind) {
    case 'a':
      return 'x'
  }
  return ''
}
