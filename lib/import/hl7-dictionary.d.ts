declare module "hl7-dictionary/lib/2.5.1/segments.js" {
  const segments: Record<string, { desc: string; fields: { datatype: string; desc: string }[] }>;
  export default segments;
}
