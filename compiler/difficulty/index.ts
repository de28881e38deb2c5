export { BANDS, type Band, bandOf, type Difficulty, scoreDifficulty } from "./score";
