import ts from "typescript";

/** One small change of a source text that a test should notice. */
export interface Mutant {
  line: number;
  /** What stood there and what stands there now, for people. */
  change: string;
  /** The whole changed text. */
  text: string;
}

const SWAPS: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
};
const METHODS: Record<string, string> = { some: "every", every: "some" };

/** Every mutant of a source text, in its order: comparisons, connectives, conditions, numbers, truth values, steps left out. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.ES2022, true);
  const out: Mutant[] = [];
  const put = (node: ts.Node, replacement: string) => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const before = source.slice(start, node.end).replace(/\s+/g, " ").slice(0, 60);
    out.push({
      line,
      change: `${before} → ${replacement.slice(0, 60) || "(left out)"}`,
      text: source.slice(0, start) + replacement + source.slice(node.end),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    mutate(node, put);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return out;
}

function mutate(node: ts.Node, put: (node: ts.Node, replacement: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const swap = SWAPS[node.operatorToken.getText()];
    const joins = [node.left, node.right].some((side) => ts.isStringLiteralLike(side));
    if (swap && !joins) put(node.operatorToken, swap);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    put(node, node.operand.getText());
  else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, "false");
  else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, "true");
  else if (ts.isNumericLiteral(node)) put(node, String(Number(node.text.replaceAll("_", "")) + 1));
  else if (ts.isIfStatement(node)) put(node.expression, `!(${node.expression.getText()})`);
  else if (ts.isConditionalExpression(node)) put(node.condition, `!(${node.condition.getText()})`);
  else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) put(node, ";");
  else if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = METHODS[node.name.text];
    if (other) put(node.name, other);
  }
}
