"""Runs a part of a Python codebase and shows from outside who calls whom, who loads whom by a computed name, and whose
output enters whom, as the design defines these edges. It shares no code with the generator.

Usage: python3 trace.py PLAN OUTPUT module NAME | tests FOLDER
"""

import importlib
import json
import os
import runpy
import sys
import unittest

PLAN_FILE, OUTPUT, KIND, NAME = sys.argv[1:5]
with open(PLAN_FILE, encoding="utf-8") as file:
    PLAN = json.load(file)
ROOT = os.path.realpath(PLAN["root"])
PATHS = {os.path.join(ROOT, *name.split("/")): name for name in PLAN["modules"]}
FUNCTIONS = {(name, fn, line) for name, facts in PLAN["modules"].items() for fn, line in facts["functions"]}
METHODS = {
    (name, method, line): (cls, is_property)
    for name, facts in PLAN["modules"].items()
    for cls, method, line, is_property in facts["methods"]
}

calls, wires, loads, returns = set(), set(), set(), set()
parts, holders = set(), set()
stages, inputs = {}, {}
# Who returned an object, or gave it to a holder of parts: the latest last. Objects are kept, so that an identity is never given
# to another.
owners = {}
entered = {}


def module_of(frame):
    return PATHS.get(frame.f_code.co_filename)


def caller_of(frame):
    """The nearest frame above in a module; None for none, or where the module is being evaluated."""
    above = frame.f_back
    while above is not None:
        name = module_of(above)
        if name is not None:
            return None if above.f_code.co_name == "<module>" else (name, above)
        above = above.f_back
    return None


def receiver_of(frame):
    """The object whose method executes nearest above."""
    above = frame.f_back
    while above is not None:
        name = module_of(above)
        if name is not None and (name, above.f_code.co_name, above.f_code.co_firstlineno) in METHODS:
            return above.f_locals.get(above.f_code.co_varnames[0]) if above.f_code.co_varnames else None
        if name is not None and (name, above.f_code.co_name, above.f_code.co_firstlineno) in FUNCTIONS:
            pass
        above = above.f_back
    return None


def module_of_object(value):
    """The module that exports the concrete class of an object, or the nearest exported one above it."""
    for cls in type(value).__mro__:
        module = sys.modules.get(cls.__module__)
        name = PATHS.get(os.path.realpath(getattr(module, "__file__", "") or ""))
        if name is not None and not cls.__name__.startswith("_"):
            return name
    return None


def objects_in(value):
    """A value, its elements, and the values of its properties, as far as they are no plain values."""
    if value is None or isinstance(value, PLAIN):
        return []
    inner = value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else []
    return [value, *(one for one in inner if one is not None and not isinstance(one, PLAIN))]


PLAIN = (str, int, float, bool)


def own(value, owner):
    known = owners.get(id(value), (value, []))[1]
    owners[id(value)] = (value, [*(one for one in known if one != owner), owner])


def part_of(value):
    """The module whose function or object a value is."""
    code = getattr(value, "__code__", None)
    if code is not None:
        name = PATHS.get(code.co_filename)
        return name if (name, code.co_name, code.co_firstlineno) in FUNCTIONS else None
    return module_of_object(value) if not isinstance(value, (list, tuple, dict, type)) else None


def note_arguments(module, caller, arguments):
    """What is handed over with a call, and what goes in as its first argument."""
    for argument in arguments:
        for value in objects_in(argument):
            part = part_of(value)
            if part is not None and part != module and part != caller:
                parts.add(part)
                holders.add(module)
            if caller is not None and caller != module and part is None:
                own(value, f"{caller}>{module}")
    stages.setdefault(module, 0)
    for value in objects_in(arguments[0]) if arguments else []:
        known = owners.get(id(value))
        if known is not None:
            inputs[(tuple(known[1]), module)] = [known[1], module]


def on_call(frame):
    code = frame.f_code
    if code.co_name == "import_module" and code.co_filename == importlib.__file__:
        note_load(frame)
        return
    name = PATHS.get(code.co_filename)
    if name is None:
        return
    key = (name, code.co_name, code.co_firstlineno)
    arguments = [frame.f_locals.get(variable) for variable in code.co_varnames[: code.co_argcount]]
    caller = caller_of(frame)
    if key in FUNCTIONS:
        # Without an import or a load, the function was passed in as a callback, which is no call of the API.
        knows = caller and (name in PLAN["modules"][caller[0]]["knows"] or (caller[0], name) in loads)
        known = (name, caller[0] if caller and knows else None, caller and caller[0])
    elif key in METHODS and not code.co_name.startswith("_") and not METHODS[key][1] and arguments:
        receiver = arguments[0]
        if receiver_of(frame) is receiver:
            return
        concrete = module_of_object(receiver)
        if concrete is None:
            return
        constructing = caller and caller[1].f_code.co_name == "__init__"
        known = (concrete, caller[0] if caller and not constructing else None, caller and caller[0])
        arguments = arguments[1:]
    else:
        return
    entered[id(frame)] = known
    note_arguments(known[0], known[2], arguments)


def on_return(frame, value):
    known = entered.pop(id(frame), None)
    if known is None:
        return
    module, counts, caller = known
    constructs = counts is not None and (counts, module) in wires and module_of_object(value) is not None
    if counts is not None and counts != module and not constructs:
        calls.add((counts, module))
    given = [one for one in objects_in(value) if part_of(one) is None]
    for one in given:
        own(one, module)
    if caller is not None and caller != module and given and not constructs:
        returns.add((module, caller))
    if isinstance(value, list):
        stages[module] = max(stages.get(module, 0), len(value))


def note_load(frame):
    caller = frame.f_back and module_of(frame.f_back)
    if caller is None:
        return
    name, package = frame.f_locals.get("name"), frame.f_locals.get("package")
    absolute = importlib.util.resolve_name(name, package) if name.startswith(".") else name
    pieces = absolute.split(".")
    for path in (os.path.join(ROOT, *pieces, "__init__.py"), os.path.join(ROOT, *pieces) + ".py"):
        target = PATHS.get(path)
        if target is not None:
            loads.add((caller, target))
            if frame.f_back.f_lineno not in PLAN["modules"][caller]["literal_lines"]:
                wires.add((caller, target))
                parts.add(target)
                holders.add(caller)
            return


def profile(frame, event, value):
    if event == "call":
        on_call(frame)
    elif event == "return":
        on_return(frame, value)


import importlib.util  # noqa: E402

os.chdir(ROOT)
sys.path.insert(0, ROOT)
sys.argv = [NAME]
failed = False
sys.setprofile(profile)
try:
    if KIND == "module":
        runpy.run_module(NAME, run_name="__main__", alter_sys=True)
    else:
        suite = unittest.defaultTestLoader.discover(NAME)
        result = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(suite)
        failed = not result.wasSuccessful() or result.testsRun == 0
except SystemExit as stop:
    failed = bool(stop.code)
finally:
    sys.setprofile(None)
    with open(OUTPUT, "w", encoding="utf-8") as file:
        json.dump(
            {
                "calls": sorted(calls),
                "wires": sorted(wires),
                "inputs": list(inputs.values()),
                "returns": sorted(returns),
                "parts": sorted(parts),
                "holders": sorted(holders),
                "stages": sorted(stages.items()),
            },
            file,
        )
sys.exit(1 if failed else 0)
