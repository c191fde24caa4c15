export function keep(): void {
  localStorage.setItem('a', 'b')
}
