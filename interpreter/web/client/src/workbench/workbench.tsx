export function Workbench() {
  return <main />;
}
