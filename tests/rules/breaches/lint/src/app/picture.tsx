export function Picture() {
  return <img src="/a.png" />
}
