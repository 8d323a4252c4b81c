"""Says what a Python codebase shows without being run, by Python's own `ast`. Reads a plan, prints JSON.

The plan: {"root": absolute path, "modules": [paths relative to it]}. It shares no code with the generator.
"""

import ast
import json
import sys
from pathlib import Path

PLAN = json.loads(sys.stdin.read())
ROOT = Path(PLAN["root"])
MODULES = set(PLAN["modules"])


def module_file(parts):
    """The module or package initialiser that a dotted name stands for, if it is one of the codebase."""
    for path in ("/".join([*parts, "__init__.py"]), "/".join(parts) + ".py"):
        if (ROOT / path).is_file():
            return path
    return None


def base_of(path, level, module):
    """The absolute dotted name that a relative one stands for."""
    parts = path.split("/")[:-1]
    if level > 0:
        kept = len(parts) - (level - 1)
        parts = parts[:kept] if kept >= 0 else None
    else:
        parts = []
    return None if parts is None else [*parts, *(module.split(".") if module else [])]


def bindings_of(path, tree):
    """The names that imports bind, anywhere in the file: name -> (file, name there or None for a module)."""
    bound, targets = {}, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                target = module_file(alias.name.split("."))
                if target:
                    targets.append(target)
                    bound[alias.asname or alias.name] = (target, None)
        elif isinstance(node, ast.ImportFrom):
            base = base_of(path, node.level, node.module)
            if base is None:
                continue
            for alias in node.names:
                inner = module_file([*base, alias.name])
                target = inner or (module_file(base) if base else None)
                if target:
                    targets.append(target)
                    bound[alias.asname or alias.name] = (target, None if inner else alias.name)
    return bound, [target for target in dict.fromkeys(targets) if target in MODULES]


def is_property(node):
    names = [ast.unparse(decorator) for decorator in node.decorator_list]
    return any(name == "property" or name.endswith((".setter", ".getter", "cached_property")) for name in names)


def is_abstract(node):
    return any("abstractmethod" in ast.unparse(decorator) for decorator in node.decorator_list)


def first_line(node):
    return min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])


def signature(node, skip_self):
    arguments = node.args.posonlyargs + node.args.args
    defaults = [None] * (len(arguments) - len(node.args.defaults)) + list(node.args.defaults)
    params = [
        {
            "name": argument.arg,
            "type_hint": ast.unparse(argument.annotation) if argument.annotation else "",
            "has_default": default is not None,
        }
        for argument, default in zip(arguments, defaults)
    ]
    params += [
        {
            "name": argument.arg,
            "type_hint": ast.unparse(argument.annotation) if argument.annotation else "",
            "has_default": default is not None,
        }
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults)
    ]
    return {"params": params[1:] if skip_self else params, "return_type": ast.unparse(node.returns) if node.returns else ""}


def public(name):
    return not name.startswith("_")


def is_main_guard(node):
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) and "__main__" in ast.unparse(node.test)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
trees, unparsable = {}, []
for path in sorted(MODULES):
    try:
        # Bytes, so that a byte order mark and a declared encoding count as Python counts them.
        trees[path] = ast.parse((ROOT / path).read_bytes(), path)
    except SyntaxError as error:
        unparsable.append(f"{path}:{error.lineno}: {error.msg}")
bindings = {path: bindings_of(path, tree) for path, tree in trees.items()}


def origin(target, name, seen=()):
    """Where a name comes from that a module may only pass on."""
    passed = bindings[target][0].get(name) if target in bindings and name else None
    if passed is None or passed[1] is None or (target, name) in seen:
        return target, name
    return origin(*passed, (*seen, (target, name)))


for path, (bound, _) in bindings.items():
    for name, (target, inner) in list(bound.items()):
        bound[name] = origin(target, inner)

contracts = {}
classes = {}
for path, tree in trees.items():
    for node in tree.body:
        if isinstance(node, FUNCTIONS) and public(node.name):
            contracts[path, node.name] = {"name": node.name, "module": path, "signature": signature(node, False), "callers": []}
        if isinstance(node, ast.ClassDef):
            methods = {inner.name: inner for inner in node.body if isinstance(inner, FUNCTIONS)}
            classes[path, node.name] = methods
            if public(node.name) and any(is_abstract(inner) for inner in methods.values()):
                for name, inner in methods.items():
                    if public(name) and not is_property(inner):
                        contracts[path, f"{node.name}.{name}"] = {
                            "name": f"{node.name}.{name}",
                            "module": path,
                            "signature": signature(inner, True),
                            "callers": [],
                        }

methods_by_name = {}
for key in contracts:
    if "." in key[1]:
        methods_by_name.setdefault(key[1].split(".")[1], []).append(key)


def note_call(path, key):
    contract = contracts.get(key)
    if contract and key[0] != path and path not in contract["callers"]:
        contract["callers"].append(path)


for path, tree in trees.items():
    bound, _ = bindings[path]
    made = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    made[target.id] = bound.get(node.value.func.id)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        if isinstance(function, ast.Name) and function.id in bound and bound[function.id][1]:
            note_call(path, bound[function.id])
        elif isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            owner = function.value.id
            if owner in bound and bound[owner][1] is None:
                note_call(path, (bound[owner][0], function.attr))
            elif owner != "self":
                # An object made here from a class that has the method itself is no call of the abstract one.
                own = made.get(owner)
                if not (own and function.attr in classes.get(own, {})):
                    for key in methods_by_name.get(function.attr, []):
                        note_call(path, key)

facts = {}
for path, tree in trees.items():
    functions, methods, exports, main = [], [], [], False
    literal_lines = []
    for node in tree.body:
        if isinstance(node, FUNCTIONS):
            if public(node.name):
                functions.append([node.name, first_line(node)])
                exports.append(node.name)
        elif isinstance(node, ast.ClassDef):
            if public(node.name):
                exports.append(node.name)
            for inner in node.body:
                if isinstance(inner, FUNCTIONS):
                    methods.append([node.name, inner.name, first_line(inner), is_property(inner)])
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and target.id[:1].isupper():
                    exports.append(target.id)
        main = main or is_main_guard(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            if node.args and isinstance(node.args[0], ast.Constant):
                literal_lines.append(node.lineno)
    facts[path] = {
        "imports": bindings[path][1],
        "knows": sorted({*bindings[path][1], *(target for target, _ in bindings[path][0].values())}),
        "functions": functions,
        "methods": methods,
        "exports": exports,
        "main": main,
        "literal_lines": literal_lines,
    }

sources = [str(path.relative_to(ROOT).as_posix()) for path in sorted(ROOT.rglob("*.py"))]
print(json.dumps({"modules": facts, "contracts": list(contracts.values()), "sources": sources, "unparsable": unparsable}))
