export function chat(): void {
  console.log('here')
}
