export { routes } from '#app/routes/router.tsx'
