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

calls, wires, loads, flows = set(), set(), set(), set()
stages = {}
# Objects are kept, so that an identity is never given to another.
returned_by = {}
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


def note_input(module, payload):
    if not isinstance(payload, list):
        return
    stages.setdefault(module, 0)
    for part in [payload, *payload]:
        known = returned_by.get(id(part))
        if known is not None and known[1] != module:
            flows.add((known[1], module))


def note_output(module, payload):
    if not isinstance(payload, list):
        return
    stages[module] = max(stages.get(module, 0), len(payload))
    for part in [payload, *payload]:
        if not isinstance(part, (str, int, float, bool, type(None))):
            returned_by[id(part)] = (part, module)


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
        knows = caller and (name in PLAN["modules"][caller[0]]["imports"] or (caller[0], name) in loads)
        entered[id(frame)] = (name, caller[0] if caller and knows else None)
        payload = arguments[0] if arguments else None
    elif key in METHODS and not code.co_name.startswith("_") and not METHODS[key][1] and arguments:
        receiver = arguments[0]
        if receiver_of(frame) is receiver:
            return
        concrete = module_of_object(receiver)
        if concrete is None:
            return
        constructing = caller and caller[1].f_code.co_name == "__init__"
        entered[id(frame)] = (concrete, caller[0] if caller and not constructing else None)
        payload = arguments[1] if len(arguments) > 1 else None
    else:
        return
    module = entered[id(frame)][0]
    if any(target == module for _, target in wires):
        note_input(module, payload)


def on_return(frame, value):
    known = entered.pop(id(frame), None)
    if known is None:
        return
    module, caller = known
    wired = any(target == module for _, target in wires)
    constructs = caller is not None and (caller, module) in wires and module_of_object(value) is not None
    if caller is not None and caller != module and not constructs:
        calls.add((caller, module))
    if wired:
        note_output(module, value)


def note_load(frame):
    caller = frame.f_back and module_of(frame.f_back)
    if caller is None:
        return
    name, package = frame.f_locals.get("name"), frame.f_locals.get("package")
    absolute = importlib.util.resolve_name(name, package) if name.startswith(".") else name
    parts = absolute.split(".")
    for path in (os.path.join(ROOT, *parts, "__init__.py"), os.path.join(ROOT, *parts) + ".py"):
        target = PATHS.get(path)
        if target is not None:
            loads.add((caller, target))
            if frame.f_back.f_lineno not in PLAN["modules"][caller]["literal_lines"]:
                wires.add((caller, target))
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
            {"calls": sorted(calls), "wires": sorted(wires), "flows": sorted(flows), "stages": sorted(stages.items())}, file
        )
sys.exit(1 if failed else 0)
